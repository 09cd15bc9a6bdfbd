// What the page knows, and who draws which part of it, once a frame.

export const state = {
	/** 'connecting', 'live', 'gone', or 'ended' where the session is over. */
	connection: 'connecting',
	daemon: null,
	/** The id of the session that the page is about; null is the base. */
	session: null,
	/** Whether the page came by a session's own address, and is about nothing else. */
	isBound: false,
	sessions: [],
	routes: [],
	/** The scenario and the overrides. */
	chosen: { scenario: null, overrides: [] },
	scenarios: [],
	network: null,
	held: [],
	/** The last request of each route, by the route's id. */
	last: new Map(),
	/** What was chosen before a reset; null where there is nothing to put back. */
	before: null,
};

const drawers = {};
const dirty = new Set();

/** Has a function called in the frame after a part has changed. */
export const draws = (part, drawer) => (drawers[part] ??= []).push(drawer);

/** Says that parts have changed. */
export function touch(...parts) {
	// A hidden page has no frames.
	if (dirty.size === 0) document.hidden ? setTimeout(draw, 250) : requestAnimationFrame(draw);
	parts.forEach((part) => dirty.add(part));
}

function draw() {
	const parts = [...dirty];
	dirty.clear();
	for (const part of parts) for (const drawer of drawers[part] ?? []) drawer();
}

export const find = (id) => state.routes.find((one) => one.id === id);
export const sessionName = (id) => (id ? state.sessions.find((one) => one.id === id)?.name ?? id : 'base');
/** What leads to a session, in a path. */
export const prefix = (session) => (session ? `/__session/${session}` : '');
/** The base URL of a world on this machine; with TLS where that is wanted and spoken. */
export const baseURL = (session, isSecure) => ((isSecure && state.daemon.tlsURL) || state.daemon.url) + prefix(session);

/** The base URLs of what the page is about, without TLS and with it. */
export function ownURLs() {
	const all = [...new Set([baseURL(state.session), baseURL(state.session, true)])];
	if (!isOwnDoor()) return all;
	// The admin API may have a port of its own, but not where sessions have theirs.
	return location.hostname.endsWith('.localhost') ? all.map((one) => Object.assign(new URL(one), { hostname: location.hostname }).origin) : [location.origin];
}

/** Whether the page came by a session's own port or host. */
export const isOwnDoor = () => state.isBound && !state.session;

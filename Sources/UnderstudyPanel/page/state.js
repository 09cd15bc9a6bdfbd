// What the page knows, and who draws which part of it. However often a part changes, it is drawn once
// a frame.

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
export const baseURL = (session) => (state.isBound ? location.href.split('/__admin')[0] : state.daemon.url + (session ? `/__session/${session}` : ''));

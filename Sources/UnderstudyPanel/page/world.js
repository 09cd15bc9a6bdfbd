// Loads what a world is like, keeps it up to date by its events, and changes it.
import { call, callDaemon, isBelowSession, Refusal } from './api.js';
import { complain, hush, say } from './dom.js';
import { listen } from './events.js';
import * as journal from './journal.js';
import { find, state, touch } from './state.js';

let stop = () => {};
/** Whose requests are shown: '*' is everybody's, null the world's own. */
let scope = null;
/** Another object for each look at a world: an answer about the one before is not wanted. */
let look;

/** Begins to look at a world. */
export function watch(session, wider = null) {
	stop();
	if (session !== state.session) state.before = null;
	state.session = session;
	scope = wider;
	turn += 1;
	look = {};
	forget();
	connect('connecting');
	stop = listen(scope ?? session, { opened: load, event: took, lost });
}

function connect(connection) {
	state.connection = connection;
	touch('connection', 'routes', 'controls', 'traffic', 'held', 'world');
}

function forget() {
	journal.clear();
	state.last.clear();
	state.held = [];
}

/** Says that the daemon is gone, or that the session is over: false where it is for good. */
function lost(error) {
	if (error?.code === 'unknown-session') {
		stop();
		connect('ended');
		return false;
	}
	if (error instanceof Refusal) complain(error);
	connect('gone');
	return true;
}

/** Loads everything; false where there is nothing to look at any more. */
async function load() {
	const own = look;
	try {
		const daemon = await callDaemon('GET', 'daemon');
		// Another daemon counts its requests anew.
		if (state.daemon && state.daemon.startedAt !== daemon.startedAt) {
			forget();
			state.before = null;
		}
		state.daemon = daemon;
		const [take] = await Promise.all([loadRequests(1000), loadChoices(), loadHeld(), loadNetwork(), loadSessions()]);
		if (own !== look) return false;
		take();
		if (state.connection === 'gone') hush();
		connect('live');
		return true;
	} catch (error) {
		if (own !== look || !lost(error)) return false;
		// The stream of events may live on.
		soonAll();
		return true;
	}
}

/** Loads so many of the newest requests; gives what takes them over. */
async function loadRequests(limit) {
	const { requests } = await call('GET', `requests?limit=${limit}`, undefined, scope ?? state.session);
	return () => {
		requests.forEach((one) => remember(one));
		journal.cut(requests.length === limit);
		touch('traffic');
	};
}

/** Has a thousand older requests here too. */
export async function loadOlder() {
	const own = look;
	const take = await loadRequests(journal.widen()).catch(complain);
	if (own === look) take?.();
}

/** Has a load run once, a while after it was asked for. */
function lazily(load, pause) {
	let timer = null;
	return () => {
		timer ??= setTimeout(() => {
			timer = null;
			load().catch(() => {});
		}, pause);
	};
}

/** Counts changes and loads: an answer that was overtaken tells of the past. */
let turn = 0;
let isCounting = false;

async function loadChoices() {
	const own = turn += 1;
	isCounting = false;
	const [list, chosen, { scenarios }] = await Promise.all([call('GET', 'routes'), call('GET', 'variants'), call('GET', 'scenarios')]);
	if (own !== turn) return;
	Object.assign(state, { routes: list.routes, chosen, scenarios });
	touch('routes', 'controls');
}

async function loadHeld() {
	const own = look;
	const { held } = await call('GET', 'held', undefined, scope ?? state.session);
	if (own !== look) return;
	for (const { seq } of state.held) if (journal.get(seq)) journal.get(seq).isHeld = false;
	state.held = held.map((one) => ({ ...one, since: Date.now() - one.heldMilliseconds }));
	held.forEach((one) => remember(one, true));
	touch('held', 'traffic');
}

async function loadNetwork() {
	const [own, network] = [look, await call('GET', 'network')];
	if (own === look) state.network = network;
	touch('controls');
}

export async function loadSessions() {
	if (isBelowSession) {
		state.isBound = true;
		state.session = location.pathname.split('/')[2];
	} else {
		try {
			state.sessions = (await callDaemon('GET', 'sessions')).sessions;
		} catch (error) {
			// By a session's port or host, sessions are not to be had.
			if (error.status !== 404) throw error;
			state.isBound = true;
		}
	}
	touch('world');
}

const soonAll = lazily(load, 1000);
const soonChoices = lazily(loadChoices, 60);
const soonCounts = lazily(loadChoices, 1000);
const soonHeld = lazily(loadHeld, 30);
const soonNetwork = lazily(loadNetwork, 60);

function took(name, data) {
	const isOwn = state.isBound || data.session === state.session;
	if (name === 'lost') soonAll();
	else if (name === 'changed') {
		if (data.part === 'build') return load();
		if (!isOwn) return;
		if (data.part === 'journal') {
			forget();
			load();
		}
		({ held: soonHeld, network: soonNetwork }[data.part] ?? soonChoices)();
	} else {
		remember(data, name === 'held');
		if (name === 'held' || state.held.some((one) => one.seq === data.seq)) soonHeld();
		if (isOwn && name === 'began') count(data.route);
		touch('traffic', 'routes');
	}
}

function remember(summary, isHeld) {
	const entry = journal.add(summary, isHeld);
	if (!(state.last.get(entry.route)?.seq > entry.seq) && (state.isBound || entry.session === state.session)) state.last.set(entry.route, entry);
}

function count(id) {
	const one = find(id);
	if (!one) return;
	one.hits += 1;
	// The list may have counted it already: it is asked again when there is time.
	if (!isCounting) soonCounts();
	isCounting = true;
	if (one.lease?.requests || state.routes.some((other) => other.lease?.untilRoute === id)) soonChoices();
}

/** Makes a change, says what came of it, and shows what is so now. */
async function change(method, path, body, words) {
	turn += 1;
	try {
		const answer = await call(method, path, body);
		if (path !== 'network') state.before = null;
		say(words);
		return answer;
	} catch (error) {
		complain(error);
		return null;
	} finally {
		turn += 1;
		soonChoices();
	}
}

/** Chooses a variant of a route: shown before the daemon has answered, and put right after. */
export async function flip(id, variant, lease = undefined) {
	const before = { ...find(id) };
	const put = (route) => Object.assign(find(id) ?? {}, route) && touch('routes');
	put({ active: variant, source: 'route', lease: lease ?? null });
	put(await change('PUT', `routes/${id}/variant`, { variant, lease }, `${id} answers with ${variant}${lease ? ', once' : ''}.`) ?? before);
}

export const takeBack = (id) => change('DELETE', `routes/${id}/variant`, undefined, `The choice for ${id} is taken back.`);

export const flipAll = (variant) => (variant
	? change('PUT', 'variant', { variant }, `All routes that have it answer with ${variant}.`)
	: change('DELETE', 'variant', undefined, 'The choice for all routes is taken back.'));

export const chooseScenario = (scenario) => (scenario
	? change('PUT', 'scenario', { scenario }, `Scenario ${scenario} is chosen.`)
	: change('DELETE', 'scenario', undefined, 'No scenario is chosen.'));

export const setNetwork = (preset) => change('PUT', 'network', { preset },
	preset === 'off' ? 'Nothing is in the way of answers.' : `The network is ${preset}.`).then(soonNetwork);

/** Puts all choices back to the start, and remembers what they were. */
export async function reset() {
	const [earlier, before] = [state.before, await call('GET', 'variants').catch(complain)];
	if (!before || !await change('POST', 'reset', { only: ['choices'] }, 'All choices are back at the start. Undo puts them back.')) return;
	// Twice is once.
	state.before = before.scenario || before.overrides.length ? before : earlier;
}

export async function undo() {
	if (!state.before) return;
	const { scenario, overrides } = state.before;
	// What only code can say cannot be chosen by a call.
	await change('PUT', 'variants', { scenario, overrides: overrides.filter((one) => !one.outcome?.dynamic) }, 'The choices are as they were.');
}

/** Answers a held request with a variant. */
export async function release(one, variant) {
	try {
		await call('POST', `held/${one.seq}/release`, { variant }, one.session);
		say(`${one.method} ${one.target} is answered with ${variant}.`);
	} catch (error) {
		complain(error);
	}
	soonHeld();
}

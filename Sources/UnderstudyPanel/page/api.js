// Calls of the admin API. The page lies beside it: below a session's path, it is that session's.
import { state } from './state.js';
import { askForToken, token } from './token.js';

const root = new URL('./', location.href);
export const isBelowSession = root.pathname.startsWith('/__session/');

/** A refusal in the daemon's words. */
export class Refusal extends Error {
	constructor(status, problem) {
		super(problem?.detail ?? `The daemon answered ${status}.`);
		this.status = status;
		this.code = problem?.code;
	}
}

/** Sends a call about a world, once a token was given where one is asked for. */
export async function send(method, path, { body, session = state.session, signal } = {}) {
	const url = new URL(path, root);
	if (session && !isBelowSession) url.searchParams.set('session', session);
	for (;;) {
		const headers = { 'Content-Type': 'application/json' };
		const used = token();
		if (used) headers.Authorization = `Bearer ${used}`;
		const response = await fetch(url, { method, headers, signal, body: body && JSON.stringify(body), cache: 'no-store' })
			.catch(() => { throw new Error('The daemon is not there.'); });
		if (response.ok) return response;
		if (response.status !== 401) throw new Refusal(response.status, await response.json().catch(() => null));
		await askForToken(used);
	}
}

/** Makes a call and gives what it was answered. */
export async function call(method, path, body, session) {
	const response = await send(method, path, { body, session });
	return response.status === 204 ? null : response.json();
}

/** The same about the daemon and its sessions, which are no world's. */
export const callDaemon = (method, path, body) => call(method, path, body, null);

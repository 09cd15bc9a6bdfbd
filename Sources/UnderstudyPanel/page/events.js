// The stream of events, read with fetch: EventSource cannot send a token.
import { send } from './api.js';

/** Twice the daemon's heartbeat and more: a stream that is silent for so long is dead. */
const silence = 40000;

/**
 * Listens, and comes back by itself, until the function is called that it gives. `opened` resolves to
 * false where there will be no other stream; `lost` is called when one has ended.
 */
export function listen(session, { opened, event, lost }) {
	let stopped = false;
	let abort;
	(async () => {
		for (let pause = 250; !stopped; pause = Math.min(pause * 2, 2000)) {
			abort = new AbortController();
			const alarm = setTimeout(() => abort.abort(), silence);
			let problem = null;
			try {
				const response = await send('GET', 'events', { session, signal: abort.signal });
				if (stopped) break;
				opened().then((goesOn) => { stopped ||= !goesOn; });
				await read(response.body, event, abort, alarm);
				pause = 125;
			} catch (error) {
				problem = error;
			}
			clearTimeout(alarm);
			abort.abort();
			if (stopped) break;
			lost(problem);
			await new Promise((resolve) => setTimeout(resolve, pause));
		}
	})();
	return () => {
		stopped = true;
		abort.abort();
	};
}

/** Reads lines (WHATWG HTML, 9.2), as far as the daemon writes them. */
async function read(body, event, abort, first) {
	let [rest, name, data, alarm] = ['', '', '', first];
	const chunks = body.pipeThrough(new TextDecoderStream()).getReader();
	for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
		clearTimeout(alarm);
		alarm = setTimeout(() => abort.abort(), silence);
		const lines = (rest + chunk.value).split('\n');
		rest = lines.pop();
		for (const line of lines) {
			if (line.startsWith('event: ')) name = line.slice(7);
			else if (line.startsWith('data: ')) data = line.slice(6);
			else if (line === '' && data) {
				event(name, JSON.parse(data));
				data = '';
			}
		}
	}
	clearTimeout(alarm);
}

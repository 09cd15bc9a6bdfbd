// The control panel: it shows what the admin API tells, and calls nothing else.
import { $, hush, on } from './dom.js';
import * as controls from './controls.js';
import * as detail from './detail.js';
import * as held from './held.js';
import * as keys from './keys.js';
import * as routes from './routes.js';
import { draws, state } from './state.js';
import * as traffic from './traffic.js';
import { watch } from './world.js';
import * as worlds from './worlds.js';

const tabs = [...document.querySelectorAll('nav button')];

/** Has a narrow screen show a part: 'routes', 'traffic' or 'held'. */
function view(name) {
	document.body.dataset.view = name;
	for (const tab of tabs) tab.ariaCurrent = tab.dataset.view === name;
}

const sentences = { gone: 'The daemon is gone. This page comes back by itself once it is there.', ended: 'This session has ended.' };

draws('connection', () => {
	document.body.dataset.connection = state.connection;
	$('connection').textContent = state.connection[0].toUpperCase() + state.connection.slice(1);
	// Or why the next build does not serve.
	const words = sentences[state.connection] ?? state.daemon?.build?.text;
	$('gone').hidden = !words;
	$('gone-words').textContent = words ?? '';
	$('gone-base').hidden = state.connection !== 'ended' || state.isBound;
});
on('gone-base', 'click', () => watch(null));
on($('said').lastChild, 'click', hush);
for (const tab of tabs) on(tab, 'click', () => view(tab.dataset.view));

controls.begin();
routes.begin();
traffic.begin(detail.show);
detail.begin((id) => {
	view('traffic');
	detail.close();
	traffic.showRoute(id);
});
held.begin();
worlds.begin();
keys.begin(view);
view('routes');
watch(null);

// What is chosen for all routes at once: variant, scenario, network; and the way back.
import { $, button, counted, h, on, setText } from './dom.js';
import { draws, state } from './state.js';
import { chooseScenario, flipAll, reset, setNetwork, undo } from './world.js';

export function begin() {
	on('all', 'change', () => flipAll($('all').value));
	on('reset', 'click', reset);
	on('undo', 'click', () => undo().then(() => $('reset').focus()));
	draws('controls', draw);
}

function draw() {
	if (!state.daemon || !state.network) return;
	const { overrides, scenario } = state.chosen;
	const forAll = overrides.findLast((one) => one.for === '*');
	const active = forAll ? forAll.variant ?? 'outcome' : '';
	renew($('all'), [...new Set(['', ...state.daemon.standardVariants, active])],
		(name) => h('option', { value: name }, name || 'Each its own'));
	$('all').value = active;
	$('all').classList.toggle('chosen', active !== '');

	$('scenario-field').hidden = state.scenarios.length === 0;
	renew($('scenarios'), state.scenarios.map((one) => one.name), (name) => button(name, () => chooseScenario(name === state.chosen.scenario ? null : name),
		{ title: `Chooses for ${Object.keys(state.scenarios.find((one) => one.name === name).choices).join(', ')}` }));
	state.scenarios.forEach((one, place) => { $('scenarios').children[place].ariaPressed = one.name === scenario; });

	const presets = [...state.daemon.networkPresets].sort((a, b) => (b.name === 'off') - (a.name === 'off'));
	renew($('network'), presets.map((one) => one.name), (name) => button(name, () => setNetwork(name),
		{ title: networkText(presets.find((one) => one.name === name).conditions) }));
	const isNow = (one) => JSON.stringify(one.conditions) === JSON.stringify(state.network);
	presets.forEach((one, place) => { $('network').children[place].ariaPressed = isNow(one); });
	setText($('network-words'), presets.some(isNow) ? '' : networkText(state.network));

	const count = overrides.length + (scenario ? 1 : 0);
	setText($('reset'), count ? `Reset ${counted(count, 'choice')}` : 'Reset choices');
	$('undo').hidden = !state.before;
}

/** Makes the children of an element anew, where their names are others. */
function renew(element, names, make) {
	if (element.dataset.names === String(names)) return;
	element.dataset.names = names;
	element.replaceChildren(...names.map(make));
}

function networkText({ delayMilliseconds, jitterMilliseconds, bytesPerSecond, failures }) {
	return [
		delayMilliseconds !== null && `${delayMilliseconds} ms`, jitterMilliseconds && `give or take ${jitterMilliseconds}`,
		bytesPerSecond && `${bytesPerSecond.toLocaleString('en')} bytes a second`, failures && `${Math.round(failures.rate * 100)} % ${failures.variant}`,
	].filter(Boolean).join(', ') || 'Nothing in the way';
}

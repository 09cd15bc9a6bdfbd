// The admin token: asked for once, and kept for as long as the tab is open.
import { $ } from './dom.js';

const key = 'understudy-token';
let asking = null;

export const token = () => sessionStorage.getItem(key);

/** Asks for another token than the refused one; all calls that wait go on with it. */
export function askForToken(refused) {
	if (token() !== refused) return null;
	asking ??= new Promise((resolve) => {
		const [dialog, field] = [$('token'), $('token-field')];
		$('token-problem').hidden = !refused;
		field.value = '';
		$('token-form').onsubmit = (event) => {
			event.preventDefault();
			sessionStorage.setItem(key, field.value.trim());
			dialog.close();
			asking = null;
			resolve();
		};
		dialog.oncancel = (event) => event.preventDefault();
		dialog.showModal();
		field.focus();
	});
	return asking;
}

// Which variants of a route are in sight: its own and common ones. The rest is a step away.
import { state } from './state.js';

const common = ['default', 'loading', 'empty', 'unauthorized', 'serverError', 'timeout', 'offline'];

/** The names of a route's variants in sight, and how many are not. */
export function inSight(route, isOpen, active) {
	const isOwn = (name) => !state.daemon.standardVariants.includes(name);
	const rank = (name) => (name === 'default' ? 0 : isOwn(name) ? 1 : 2);
	const all = route.variants.map((one) => one.name).sort((a, b) => rank(a) - rank(b));
	const names = all.filter((name) => isOpen || name === active || common.includes(name) || isOwn(name));
	return { names, rest: all.length - names.length };
}

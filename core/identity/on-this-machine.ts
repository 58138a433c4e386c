// For the domains, which know nothing of HTTP.
export { isOnThisMachine } from '#core/http/request/on-this-machine.ts';

/** Before each path of the service where another one is in front of it; mostly empty. */
export const prefix: string = document.documentElement.dataset['prefix'] ?? '';

/** The queues of the steps of an analysis. */
export const startQueue = 'analysis-start';
export const groupQueue = 'analysis-group';
export const finishQueue = 'analysis-finish';

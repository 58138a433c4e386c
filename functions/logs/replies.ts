export const viewerReplies = {
  404: { description: 'The log viewer is switched off, or there is no such thing' },
};

export const searchReplies = {
  400: { description: 'A time is not ISO 8601' },
  404: { description: 'The log viewer is switched off' },
};

export const deliveryReplies = {
  ...viewerReplies,
  401: { description: 'LOGS_KEY is missing or wrong' },
  403: {
    description: 'From another machine while the server has no LOGS_KEY, or from another site',
  },
};

export const replayReplies = {
  ...deliveryReplies,
  409: { description: 'It is being processed, or its body is not kept' },
};

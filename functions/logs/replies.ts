export const viewerReplies = {
  404: { description: 'The log viewer is disabled, or there is no such resource' },
};

export const searchReplies = {
  400: { description: 'A time is not ISO 8601' },
  404: { description: 'The log viewer is disabled' },
};

export const deliveryReplies = {
  ...viewerReplies,
  401: { description: 'LOGS_KEY is missing or wrong' },
  403: {
    description:
      'The request is from another machine and the server has no LOGS_KEY, or it is from another site',
  },
};

export const replayReplies = {
  ...deliveryReplies,
  409: { description: 'The delivery is being processed, or its body is not stored' },
};

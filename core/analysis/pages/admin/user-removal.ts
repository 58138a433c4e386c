/** What is lost with a user, for those who are asked. */
export const userRemoval =
  'Their sessions end, and their key and stored tokens are deleted. Their comments and reviews stay.';

/** The picture of links to a site. */
export const socialPath = 'assets/social.png';

export interface Asset {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Stylesheets, browser modules and pictures of our pages. Their names contain a hash of the content,
 * so that browsers may cache them for ever. */
export interface Assets {
  /** The URL path of a file of core/web or a domain, such as `web/page.css` →
   * `/assets/page.3f9a2c81.css`. An unknown name is a bug and throws. */
  path(name: string): Promise<string>;
  /** The asset of a path's last segment. Absent: undefined. */
  find(file: string): Promise<Asset | undefined>;
}

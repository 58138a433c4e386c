export interface Asset {
  readonly body: Uint8Array;
  readonly type: string;
}

/** Stylesheets and browser modules of our own pages, named by content so that they may be
 * cached for ever. */
export interface Assets {
  /** The path to write into a page for a file of core/web or a domain, such as `web/page.css` →
   * `/assets/page.3f9a2c81.css`. An unknown name is a bug and throws. */
  path(name: string): Promise<string>;
  /** What a path's last segment stands for. Absent: undefined. */
  find(file: string): Promise<Asset | undefined>;
}

/** Where and how a service listens and keeps its data. */
export interface Hosting {
  readonly host: string;
  readonly port: number;
  /** Named when the port is taken. */
  readonly portVariable: string;
  readonly directory: string;
  /** Named when the folder cannot be used. */
  readonly directoryVariable: string;
  readonly database: string;
  /** With the limits that API Gateway and Lambda have, as in front of emulators of AWS. */
  readonly isStrict?: boolean;
  /** The database's folder has to be there already. */
  readonly isFolderGiven?: boolean;
}

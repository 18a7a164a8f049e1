/** The interface of a candidate. A candidate runs in a process of its own (sender-process.ts). */
export interface Sender {
  /** Stores events that are due at once. */
  add(order: Order): Promise<void>;
  /** Starts to send. */
  start(): Promise<void>;
  /** Default: the usage of the candidate's process. */
  usage?(): Promise<Usage>;
}

export interface Usage {
  /** CPU time since the process started, with all of its threads. */
  readonly cpu_us: number;
  /** CPU time of a database that only this candidate has. */
  readonly database_us: number;
  readonly peak_mb: number;
}

/** A number of events for one endpoint. */
export interface Order {
  readonly url: string;
  readonly count: number;
}

/** The options of a candidate. */
export interface SenderOptions {
  /** The database of a candidate on PostgreSQL. */
  readonly database: string;
  /** The folder of an embedded candidate. */
  readonly folder: string;
  /** The name server of a candidate that can use one, as `address:port`. Default: that of the operating system. */
  readonly nameServer?: string | undefined;
}

export type OpenSender = (options: SenderOptions) => Promise<Sender>;

export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface Push {
  /** The VAPID key that a browser needs to subscribe, in base64url. */
  publicKey(): Promise<string>;
  /** Failure('invalid') if messages cannot be sent to it: wrong keys, not https, or a private
   * address. Nothing is sent. */
  check(subscription: PushSubscription): Promise<void>;
  /** 'gone': the subscription has ended; delete it. Failure('upstream', 'push_refused'): the same
   * message will be refused again. */
  send(subscription: PushSubscription, payload: string): Promise<'delivered' | 'gone'>;
}

export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface Push {
  /** 'gone': the subscription has ended; delete it. */
  send(subscription: PushSubscription, payload: string): Promise<'delivered' | 'gone'>;
}

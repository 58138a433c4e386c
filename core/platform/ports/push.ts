export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface Push {
  /** 'gone' when the subscription has ended for good; the caller forgets it. */
  send(subscription: PushSubscription, payload: string): Promise<'delivered' | 'gone'>;
}

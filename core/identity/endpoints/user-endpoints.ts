import { login } from './login.ts';
import { loginForm } from './login-form.ts';
import { loginPage } from './login-page.ts';
import { logout, logoutPage } from './logout.ts';
import { me } from './me.ts';
import type { ReadRules, UserEndpoint } from './user-endpoint.ts';

interface UserOptions<Access> {
  /** The access of `logout` and `me`: whether anonymous callers are refused. */
  readonly access: Access;
  /** A login without a field is 400 with a sentence, not a 422 of the validator. */
  readonly mayMiss?: boolean;
}

/** The ways in that every service with users has. */
export function userEndpoints<Access extends string>(
  endpoint: UserEndpoint<NoInfer<Access> | 'public' | 'visitor'>,
  readRules: ReadRules,
  { access, ...options }: UserOptions<Access>,
) {
  return {
    loginPage: loginPage(endpoint, readRules),
    loginForm: loginForm(endpoint, readRules),
    login: login(endpoint, readRules, options),
    logout: logout(endpoint, readRules, access),
    logoutPage: logoutPage(endpoint, readRules),
    me: me(endpoint, access),
  };
}

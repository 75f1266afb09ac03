/** The OpenID Connect providers that the configuration names. A script of its own: most installations have none. */
import IdCard from 'lucide-react/icons/id-card';
import type { OfferedProvider } from '#ports/auth/auth.ts';
import { PlainButton } from '#src/ui/plain-button.tsx';
import { byProvider } from './by-provider.ts';
import type { SignIn } from './use-sign-in.ts';

export interface OpenIdWaysProps {
  readonly signIn: SignIn;
  readonly providers: readonly OfferedProvider[];
}

export const OpenIdWays = ({ signIn, providers }: OpenIdWaysProps) =>
  providers.map(({ id, name }) => (
    <PlainButton
      key={id}
      wide
      icon={<IdCard className="icon" />}
      onClick={() => void signIn.attempt(id, (auth) => byProvider(auth, id))}
      busy={signIn.busy === id && `Waiting for ${name}…`}
    >
      Continue with {name}
    </PlainButton>
  ));

import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { secretInLink } from '#contract/people/people.ts'
import { linkPhone } from '#web/api/link-phone.ts'
import { DeviceLinkForm } from '#web/ui/device-link-form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { dropHash, useHash } from '#web/ui/use-hash.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export function LinkCard() {
  const secret = secretInLink(`#${useHash()}`)
  const link = async (one: string) => {
    const refused = await linkPhone(one)
    if (refused !== null) return refused
    // The secret is used up; a reload must not try it again.
    dropHash()
    // A helper's phone is for market day; that page gets its grant by itself.
    location.assign(STALL_PAGE)
    return null
  }
  return (
    <SignInFrame>
      <h2 className="text-3xl">Helping at the farm</h2>
      <div className="mt-4 mb-4">
        <DeviceLinkForm key={secret} secret={secret} onLink={link} />
      </div>
      <TextLink href="#">Sign in with the password instead</TextLink>
    </SignInFrame>
  )
}

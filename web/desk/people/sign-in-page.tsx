import { useEffect } from 'react'
import { useHash } from '#web/ui/use-hash.ts'
import { PasskeysPage } from '../account/passkeys-page.tsx'
import { PasswordPage } from '../account/password-page.tsx'
import { SessionsPage } from '../account/sessions-page.tsx'
import { PagePart } from '../shared/page-part.tsx'
import { PeoplePage } from './people-page.tsx'

/** Who gets in, where they are signed in, and by what. */
export function SignInPage() {
  const [part = ''] = useHash().split('/')
  useEffect(() => {
    if (part !== 'people') document.getElementById(part)?.scrollIntoView()
  }, [part])
  return (
    <div className="grid grid-cols-1 gap-8">
      <PagePart id="people" title="People">
        <PeoplePage />
      </PagePart>
      <PagePart id="sessions" title="Signed in">
        <SessionsPage />
      </PagePart>
      <PagePart id="password" title="Password">
        <PasswordPage />
      </PagePart>
      <PagePart id="passkeys" title="Passkeys">
        <PasskeysPage />
      </PagePart>
    </div>
  )
}

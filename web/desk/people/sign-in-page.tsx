import { type ReactNode, useEffect } from 'react'
import { useHash } from '#web/ui/use-hash.ts'
import { PasskeysPage } from '../account/passkeys-page.tsx'
import { PasswordPage } from '../account/password-page.tsx'
import { SessionsPage } from '../account/sessions-page.tsx'
import { PeoplePage } from './people-page.tsx'

/** Who gets in, where they are signed in, and by what. */
export function SignInPage() {
  const [part = ''] = useHash().split('/')
  useEffect(() => {
    if (part !== 'people') document.getElementById(part)?.scrollIntoView()
  }, [part])
  return (
    <div className="grid gap-8">
      <Part id="people" title="People">
        <PeoplePage />
      </Part>
      <Part id="sessions" title="Signed in">
        <SessionsPage />
      </Part>
      <Part id="password" title="Password">
        <PasswordPage />
      </Part>
      <Part id="passkeys" title="Passkeys">
        <PasskeysPage />
      </Part>
    </div>
  )
}

type PartProps = { id: string; title: string; children: ReactNode }

function Part({ id, title, children }: PartProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h3 id={`${id}-title`} className="mb-2 text-xl">
        {title}
      </h3>
      {children}
    </section>
  )
}

import { useState } from 'react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { people, secretInLink } from '#contract/people/people.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { dropHash, useHash } from '#web/ui/use-hash.ts'
import { SignInFrame } from './sign-in-frame.tsx'

export function LinkCard() {
  const secret = secretInLink(`#${useHash()}`)
  return (
    <SignInFrame>
      <h2 className="text-3xl">Helping at the farm</h2>
      <div className="mt-4 mb-4">
        <LinkForm key={secret} secret={secret} />
      </div>
      <TextLink href="#">Sign in with the password instead</TextLink>
    </SignInFrame>
  )
}

/** `secret`: from the link that was opened; without it, the link is pasted. */
function LinkForm({ secret }: { secret: string | null }) {
  const [refused, setRefused] = useState<string>()
  const [isPasted, setPasted] = useState(secret === null)
  const [isBusy, setBusy] = useState(false)
  const link = async (one: string) => {
    await call(people.linkDevice, { body: { secret: one, label: null } })
    // The secret is used up; a reload must not try it again.
    dropHash()
    // A helper's phone is for market day; that page gets its grant by itself.
    location.assign(STALL_PAGE)
  }
  const send = async (form: HTMLFormElement) => {
    const typed = new FormData(form).get('link')
    const found = typed === null ? secret : secretInLink(String(typed))
    if (found === null) return setRefused('Please paste the whole link that the farmer sent you.')
    setBusy(true)
    await link(found).catch((failure: unknown) => {
      setRefused(sentenceOf(failure))
      setPasted(true)
    })
    setBusy(false)
  }
  return (
    <Form className="grid gap-4" onSubmit={send}>
      {isPasted ? (
        <TextField
          label="Link from the farmer"
          name="link"
          required
          error={refused}
          onInput={() => setRefused(undefined)}
        />
      ) : (
        <p>The farmer’s link works once. After that, this phone is linked to you.</p>
      )}
      <Button type="submit" size="lg" busy={isBusy}>
        {isBusy ? 'Linking…' : 'Use this phone'}
      </Button>
    </Form>
  )
}

import { type SubmitEvent, Suspense, useRef, useState } from 'react'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Refused } from './subscribe.ts'

const LazyMailHint = lazyComponent(() =>
  import('#web/ui/mail-hint.tsx').then(({ MailHint }) => MailHint),
)

/** An address for the newsletter; what was typed stays when the shop says no (specification, sections 4 and 8). */
export function NewsletterForm() {
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [left, setLeft] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const take = (address: string) => {
    if (field.current) field.current.value = address
    field.current?.focus()
    setLeft('')
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    const no = await refusalOf(String(new FormData(form).get('email')))
    setPending(false)
    setRefused(no?.sentence)
    if (no?.isOfField) return field.current?.focus()
    if (no)
      return toast({
        title: 'Subscription failed',
        description: no.sentence,
        variant: 'destructive',
      })
    form.reset()
    setLeft('')
    toast({ title: 'Subscribed!', description: 'Thanks for subscribing to our newsletter! 🌱' })
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-wrap items-start gap-3">
      <TextField
        id="newsletter-email"
        label="Email for the newsletter"
        error={refused}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        required
        className="min-w-0 flex-1"
        ref={field}
        onInput={() => {
          setRefused(undefined)
          setLeft('')
        }}
        onBlur={({ target }) => setLeft(target.value)}
      />
      <Button type="submit" busy={isPending} className="mt-[2.1rem]">
        {isPending ? 'Subscribing...' : 'Subscribe'}
      </Button>
      {left && (
        <div className="w-full">
          <Suspense>
            <LazyMailHint typed={left} onTake={take} />
          </Suspense>
        </div>
      )}
    </form>
  )
}

async function refusalOf(email: string): Promise<Refused | undefined> {
  const { subscribe } = await import('./subscribe.ts').catch(() => ({ subscribe: null }))
  return subscribe ? subscribe(email) : { sentence: SOMETHING_WENT_WRONG }
}

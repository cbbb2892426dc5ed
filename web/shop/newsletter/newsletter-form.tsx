import { type SubmitEvent, useRef, useState } from 'react'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { LazyMailHint } from '#web/ui/lazy-mail-hint.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Subscribed } from './subscribe.ts'

/** What was typed stays when the shop refuses it (specification, sections 4 and 8). */
export function NewsletterForm() {
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [left, setLeft] = useState('')
  const asked = useRef('')
  const [done, setDone] = useState<{ email: string; next: string }>()
  const field = useRef<HTMLInputElement>(null)
  const take = (address: string) => {
    if (field.current) field.current.value = address
    field.current?.focus()
    setLeft('')
  }
  const send = async (email: string) => {
    setPending(true)
    const { no, next = '', isMistyped } = await answerTo(email, email === asked.current)
    setPending(false)
    if (isMistyped) {
      asked.current = email
      return setLeft(email)
    }
    setRefused(no?.isOffline ? undefined : no?.sentence)
    if (no?.isOfField) return field.current?.focus()
    if (no)
      return toast({
        title: 'Subscription failed',
        description: no.sentence,
        variant: 'destructive',
      })
    if (field.current) field.current.value = ''
    setLeft('')
    setDone({ email, next })
    toast({
      title: 'Subscribed!',
      description: 'Thanks for subscribing to our newsletter! 🌱',
      variant: 'success',
    })
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    return send(String(new FormData(event.currentTarget).get('email')))
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
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
          setDone(undefined)
        }}
        onBlur={({ target }) => setLeft(target.value)}
      />
      <Button type="submit" busy={isPending} className="mt-[2.1rem]">
        {isPending ? 'Subscribing...' : 'Subscribe'}
      </Button>
      {done?.next && (
        <p role="status" className="w-full font-semibold text-leaf-deep">
          {done.next}
        </p>
      )}
      <LazyMailHint typed={left || (done?.email ?? '')} onTake={left ? take : send} />
    </form>
  )
}

async function answerTo(email: string, isSure: boolean): Promise<Subscribed> {
  const { subscribe } = await import('./subscribe.ts').catch(() => ({ subscribe: null }))
  if (subscribe) return subscribe(email, isSure)
  return { no: { sentence: SOMETHING_WENT_WRONG, isOffline: !navigator.onLine } }
}

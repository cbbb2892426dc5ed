import { type SubmitEvent, useState } from 'react'
import { NEWSLETTER_CONSENT } from '#contract/newsletter-consent.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'

export function NewsletterSection() {
  const setting = useSettings()
  if (setting('newsletter_enabled') === 'false') return null
  return (
    <section
      aria-labelledby="newsletter-title"
      className="rounded-2xl border border-straw bg-card p-5 sm:p-6.5"
    >
      <h3 id="newsletter-title" className="mb-3 text-[1.375rem]">
        News from the farm
      </h3>
      <NewsletterForm />
    </section>
  )
}

/** An address for the newsletter; what was typed stays when the shop says no (specification, sections 4 and 8). */
export function NewsletterForm() {
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setPending(true)
    const sentence = await refusalOf(String(new FormData(form).get('email')))
    setPending(false)
    setRefused(sentence)
    if (sentence)
      return toast({ title: 'Subscription failed', description: sentence, variant: 'destructive' })
    form.reset()
    toast({ title: 'Subscribed!', description: 'Thanks for subscribing to our newsletter! 🌱' })
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <TextField
        label="Email for the newsletter"
        hint={NEWSLETTER_CONSENT}
        error={refused}
        type="email"
        name="email"
        autoComplete="email"
        maxLength={254}
        required
        onInput={() => setRefused(undefined)}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        {isPending ? 'Subscribing...' : 'Subscribe'}
      </Button>
    </form>
  )
}

async function refusalOf(email: string): Promise<string | undefined> {
  const { subscribe } = await import('./subscribe.ts').catch(() => ({ subscribe: null }))
  return subscribe ? subscribe(email) : SOMETHING_WENT_WRONG
}

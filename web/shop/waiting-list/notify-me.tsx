import { useQuery } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { Product } from '#contract/products/products.ts'
import { SOMETHING_WENT_WRONG } from '#web/api/request.ts'
import { mailsAreSentQuery } from '#web/api/shop-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { LazyMailHint } from '#web/ui/lazy-mail-hint.tsx'

export function NotifyMe({ product }: { product: Product }) {
  const { data } = useQuery(mailsAreSentQuery)
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<Done>()
  if (!data?.areSent) return null
  if (done) return <Joined product={product} done={done} onDone={setDone} />
  if (isOpen) return <NotifyMeForm product={product} onDone={setDone} />
  return (
    <Button variant="quiet" onClick={() => setOpen(true)} className="mt-3 w-full">
      <BellRing aria-hidden="true" className="size-5" /> Tell me when it’s back
    </Button>
  )
}

type Done = { email: string; sentence: string }

type FormProps = { product: Product; onDone: (done: Done) => void }

function Joined({ product, done: { email, sentence }, onDone }: FormProps & { done: Done }) {
  const joinAs = async (address: string) => {
    const answer = await request(product.id, address)
    if ('done' in answer) onDone({ email: address, sentence: answer.done })
    else onDone({ email, sentence: answer.refused })
  }
  return (
    <div className="mt-3 grid gap-2">
      <p role="status" className="rounded-xl bg-sprout px-4 py-3 text-leaf-deep">
        {sentence}
      </p>
      <LazyMailHint typed={email} onTake={joinAs} />
    </div>
  )
}

function NotifyMeForm({ product, onDone }: FormProps) {
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<string>()
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email'))
    setPending(true)
    const answer = await request(product.id, email)
    setPending(false)
    if ('done' in answer) onDone({ email, sentence: answer.done })
    else {
      setRefused(answer.refused)
      form.querySelector('input')?.focus()
    }
  }
  return (
    <form
      noValidate
      onSubmit={send}
      aria-label={`Tell me when ${product.name} is back`}
      className="mt-3 grid gap-3 rounded-2xl border border-straw bg-card p-4"
    >
      <TextField
        id="tell-me-email"
        label="Your email"
        hint="We’ll email you once, then delete your address. Sorry, no holds."
        error={refused}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        maxLength={254}
        required
        autoFocus
        onInput={() => setRefused(undefined)}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        {isPending ? 'Sending …' : 'Tell me when it’s back'}
      </Button>
    </form>
  )
}

async function request(productId: number, email: string) {
  const { join } = await import('./join.ts').catch(() => ({ join: null }))
  return join ? join(productId, email) : { refused: SOMETHING_WENT_WRONG }
}

import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { Boundary } from '#web/ui/boundary.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

/** Takes over the server's form, as typed. Synchronous: React would miss an earlier submit. */
export function mountNewsletter(place: HTMLElement): void {
  const form = (
    <Boundary part="contact">
      <NewsletterForm />
    </Boundary>
  )
  const typed = place.querySelector('input')
  const { value = '' } = typed ?? {}
  const hadFocus = document.activeElement === typed
  flushSync(() => hydrateRoot(place, form))
  // Markup the browser has translated is rendered again from scratch.
  const field = place.querySelector('input')
  if (!field || field === typed) return
  field.value = value
  if (hadFocus) field.focus()
}

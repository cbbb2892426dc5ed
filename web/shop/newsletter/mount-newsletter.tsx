import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { Boundary } from '#web/ui/boundary.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

/** Takes over the server's form; what was typed into it stays. At once: React misses a submit that comes before. */
export function mountNewsletter(place: HTMLElement): void {
  const form = (
    <Boundary part="contact">
      <NewsletterForm />
    </Boundary>
  )
  flushSync(() => hydrateRoot(place, form))
}

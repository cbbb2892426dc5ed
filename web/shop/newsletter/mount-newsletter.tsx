import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { NewsletterForm } from './newsletter-form.tsx'

/** Takes over the server's form; what was typed into it stays. At once: React misses a submit that comes before. */
export function mountNewsletter(place: HTMLElement): void {
  flushSync(() => hydrateRoot(place, <NewsletterForm />))
}

import { Smartphone } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { sharedValue, useShared } from '#web/ui/shared-value.ts'

/** Chromium's `beforeinstallprompt`; no other browser has it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const offer = sharedValue<InstallPrompt | null>(null)

/** Call before the first render: the browser makes its offer once, at any time. */
export function listenForInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => offer.set(null))
}

/** Safari deletes a page's storage after seven days without a visit, unless on the home screen. */
export function HomeScreen() {
  const offered = useShared(offer)
  if (matchMedia('(display-mode: standalone)').matches) return null
  // Only iPhone and iPad have it.
  if ('standalone' in navigator) return navigator.standalone === true ? null : <ByHand />
  if (!offered) return null
  const accept = () => {
    // An offer can be answered only once.
    offer.set(null)
    void offered.prompt()
  }
  return (
    <section aria-label="Home screen" className={BOX}>
      <p>On the home screen it opens with one tap, and the phone keeps what is noted.</p>
      <Button variant="quiet" size="lg" onClick={accept}>
        <Smartphone aria-hidden="true" className="size-5" /> Put it on the home screen
      </Button>
    </section>
  )
}

const BOX = 'grid gap-3 rounded-2xl bg-sprout p-4'

/** A sign-in doesn't carry over to the home screen, whose pages have separate storage. */
function ByHand() {
  return (
    <section aria-label="Home screen" className={BOX}>
      <p>
        <strong>Put this page on the home screen first.</strong> Tap Share, then “Add to Home
        Screen”, open it from there and sign in there. In the browser, the phone may forget what is
        noted after a week without a visit.
      </p>
    </section>
  )
}

import { Smartphone } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import {
  acceptInstallOffer,
  hasInstallOffer,
  subscribeToInstallOffer,
  wayToHomeScreen,
} from '../install-offer.ts'

/** Safari deletes a page's storage after seven days without a visit, unless on the home screen. */
export function HomeScreen() {
  const isOffered = useSyncExternalStore(subscribeToInstallOffer, hasInstallOffer)
  const way = wayToHomeScreen()
  if (way === 'by-hand') return <ByHand />
  if (way !== 'by-browser' || !isOffered) return null
  return (
    <section aria-label="Home screen" className={BOX}>
      <p>On the home screen it opens with one tap, and the phone keeps what is noted.</p>
      <Button variant="quiet" size="lg" onClick={() => void acceptInstallOffer()}>
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

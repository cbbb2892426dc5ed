import { useEffect, useState } from 'react'
import { isShopThere } from '#web/api/is-shop-there.ts'
import { Button } from '#web/ui/button.tsx'
import { OFFLINE_LINE } from '#web/ui/offline-line.ts'

const AWAY = 'Checkout needs a connection. Your cart is kept on this device.'
const BACK = 'You are back online. Your cart is as you left it.'

/** The way from the cart to the checkout, which is never kept: without a connection it says so and stays. */
export function CheckoutButton({ onGo }: { onGo: () => void }) {
  const [status, setStatus] = useState('')
  const isAway = status === AWAY
  useEffect(() => {
    if (!isAway) return
    const showBack = () => setStatus(BACK)
    window.addEventListener('online', showBack)
    return () => window.removeEventListener('online', showBack)
  }, [isAway])
  const go = async () => {
    if (isDoubtful() && !(await isShopThere())) setStatus(AWAY)
    else onGo()
  }
  return (
    <>
      <p role="status" className={status && 'mt-3 rounded-xl bg-yolk-pale px-4 py-3 font-semibold'}>
        {status}
      </p>
      <Button size="lg" className="mt-3 w-full" onClick={go}>
        Secure Checkout with Stripe
      </Button>
    </>
  )
}

/** Whether the browser or the page itself says that there may be no connection; only then is the shop asked first. */
function isDoubtful(): boolean {
  return !navigator.onLine || document.getElementById(OFFLINE_LINE) !== null
}

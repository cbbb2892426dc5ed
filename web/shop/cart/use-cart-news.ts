import { useEffect, useRef } from 'react'
import { announce } from '#web/ui/announcer.tsx'
import { type AnnouncedCart, cartNews } from './cart-news.ts'

/** So long the cart must be left alone before it is told, in ms; five taps on plus are one sentence. */
const PAUSE = 500

export function useCartNews(cart: AnnouncedCart): void {
  const announced = useRef(cart)
  useEffect(() => {
    const timer = setTimeout(() => {
      const news = cartNews(announced.current, cart)
      announced.current = cart
      if (news) announce(news)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [cart])
}

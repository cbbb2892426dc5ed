import { useEffect, useRef } from 'react'

/** The page's heading; where nobody is anywhere yet the page begins here, below the header. */
export function CheckoutHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-[2rem] outline-none sm:text-[2.5rem]">
      Checkout
    </h1>
  )
}

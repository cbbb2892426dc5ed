import { ChevronLeft } from 'lucide-react'
import { buttonLook } from '#web/ui/button.tsx'

export function BackToClose() {
  return (
    <a
      href="#close"
      className={buttonLook({ variant: 'plain', size: 'sm' }, '-ml-3 justify-self-start')}
    >
      <ChevronLeft aria-hidden="true" className="size-5" /> Close
    </a>
  )
}

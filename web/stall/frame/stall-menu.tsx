import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { formatClock } from '#contract/device-clock.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { saveAsFile } from '../save-as-file.ts'
import { useStall } from '../use-stall.ts'
import { HomeScreen } from './home-screen.tsx'
import { PhoneHolderDialog } from './phone-holder-dialog.tsx'
import { Sheet } from './sheet.tsx'
import { SignOut } from './sign-out.tsx'

export function StallMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="plain"
        size="icon"
        aria-label="More"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis aria-hidden="true" className="size-6" />
      </Button>
      {isOpen && (
        <Sheet title="This phone" onClose={close}>
          <PhoneHolderDialog onChosen={close} />
          <Loaded />
          <Button variant="quiet" size="lg" onClick={() => goToHash('days')}>
            Load again, or another market day
          </Button>
          <a href="/admin" className={buttonLook({ variant: 'quiet', size: 'lg' })}>
            Open the desk
          </a>
          <Button variant="quiet" size="lg" onClick={saveAsFile}>
            Save what waits as a file
          </Button>
          <HomeScreen />
          <SignOut />
        </Sheet>
      )}
    </>
  )
}

function Loaded() {
  const { dayLoadedAt } = useStall()
  if (dayLoadedAt === null) return null
  return (
    <p className="text-bark-deep">
      Boxes and prices are as of {formatClock(new Date(dayLoadedAt), new Date())}.
    </p>
  )
}

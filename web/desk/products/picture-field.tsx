import { Camera, ImageUp, Minimize2, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { CARD, Picture } from '#web/ui/picture.tsx'
import { FileButton, useArrivingFiles } from '../shared/file-input.tsx'
import { later } from '../shared/lazy-part.tsx'
import { type FormPicture, PICTURE_TYPES } from './use-picture.ts'

type PictureFieldProps = { picture: FormPicture; error: string | undefined }

export function PictureField({ picture, error }: PictureFieldProps) {
  const id = useId()
  const choose = useRef<HTMLInputElement>(null)
  useArrivingFiles(picture.take)
  const wrong = picture.error ?? error
  return (
    <fieldset aria-describedby={`${id}-hint`} className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold">
        Picture <span className="font-normal text-bark-deep">(optional)</span>
      </legend>
      <div className="flex items-center gap-4 rounded-2xl border-[1.5px] border-dashed border-bark bg-field p-3">
        <Picture
          url={picture.url}
          use={CARD}
          alt={picture.url ? 'The current picture' : ''}
          className="aspect-4/3 w-32 shrink-0 rounded-xl sm:w-40"
        />
        {picture.progress === null ? (
          <div className="grid min-w-0 gap-2">
            <FileButton
              ref={choose}
              icon={<ImageUp aria-hidden="true" className="size-5" />}
              text={picture.url ? 'Replace picture' : 'Choose picture'}
              accept={PICTURE_TYPES}
              onFile={picture.take}
            />
            <span className="hidden pointer-coarse:contents">
              <FileButton
                icon={<Camera aria-hidden="true" className="size-5" />}
                text="Take photo"
                capture="environment"
                accept={PICTURE_TYPES}
                onFile={picture.take}
              />
            </span>
            {picture.url && (
              <Button
                variant="plain"
                size="sm"
                busy={picture.isRemoving}
                onClick={() => {
                  choose.current?.focus()
                  picture.remove()
                }}
                className="text-beet!"
              >
                {!picture.isRemoving && <Trash2 aria-hidden="true" className="size-5" />}
                Remove picture
              </Button>
            )}
          </div>
        ) : (
          <OnItsWay progress={picture.progress} onCallOff={picture.callOff} />
        )}
      </div>
      <p id={`${id}-hint`} className="text-[0.9375rem] text-bark-deep">
        JPG, PNG or GIF; files over 5 MB are made smaller. You can also drop or paste it here.
      </p>
      <FieldError>{wrong}</FieldError>
      {picture.shrinkable && (
        <Shrink file={picture.shrinkable} aspect={4 / 3} onMade={picture.take} />
      )}
    </fieldset>
  )
}

type ShrinkProps = { file: File; aspect: number; onMade: (file: File) => void }

export function Shrink({ file, aspect, onMade }: ShrinkProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
        <Minimize2 aria-hidden="true" className="size-5" />
        Make it smaller and use it
      </Button>
      {isOpen && (
        <ShrinkDialog file={file} aspect={aspect} onClose={() => setOpen(false)} onMade={onMade} />
      )}
    </div>
  )
}

const ShrinkDialog = later(() => import('./shrink-dialog.tsx').then((code) => code.ShrinkDialog))

export function OnItsWay({ progress, onCallOff }: { progress: number; onCallOff: () => void }) {
  const percent = Math.round(progress * 100)
  return (
    <div className="grid min-w-0 grow gap-2">
      <p role="status">{percent < 100 ? 'Uploading…' : 'Almost there…'}</p>
      <progress aria-label="Upload" value={percent} max={100} className="h-2 w-full accent-leaf" />
      <Button variant="quiet" size="sm" onClick={onCallOff} className="justify-self-start">
        Cancel upload
      </Button>
    </div>
  )
}

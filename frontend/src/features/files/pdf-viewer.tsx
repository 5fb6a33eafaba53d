import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite gives the address of the file, which is one of our own
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import './pdf-viewer.css'

GlobalWorkerOptions.workerSrc = workerUrl

/** Limit of pixels per image: above any scan, below a phone's memory. */
const MAX_PIXELS = 40_000_000

/** No script of the document runs, no links or forms are rendered, and nothing is requested from other servers. */
const openDocument = (bytes: Uint8Array) =>
  getDocument({
    // The worker takes ownership of its buffer.
    data: bytes.slice(),
    enableXfa: false,
    maxImageSize: MAX_PIXELS,
    useWasm: false,
    useWorkerFetch: false,
  })

function useDocument(bytes: Uint8Array) {
  const [state, setState] = useState<{ readonly pdf?: PDFDocumentProxy; readonly isBroken?: true }>({})
  useEffect(() => {
    const task = openDocument(bytes)
    task.promise.then(
      (pdf) => setState({ pdf }),
      () => task.destroyed || setState({ isBroken: true }),
    )
    return () => void task.destroy()
  }, [bytes])
  return state
}

export function PdfViewer({ bytes }: { readonly bytes: Uint8Array }) {
  const { pdf, isBroken } = useDocument(bytes)
  if (isBroken) return <p role="alert">No se puede mostrar este PDF. Descárgalo para abrirlo.</p>
  return pdf ? <Pages pdf={pdf} /> : <CardLoading text="Abriendo el informe…" />
}

const zooms = [1, 1.5, 2, 3] as const

function Pages({ pdf }: { readonly pdf: PDFDocumentProxy }) {
  const [number, setNumber] = useState(1)
  const [zoom, setZoom] = useState(0)
  const [isFull, setFull] = useState(false)
  const place = { pdf, number, setNumber, zoom, setZoom }
  const close = () => setFull(false)
  return (
    <>
      <Reader {...place} isDrawn={!isFull}>
        <Button variant="plain" size="small" onClick={() => setFull(true)}>
          Pantalla completa
        </Button>
      </Reader>
      {isFull && (
        <Dialog title="El informe completo" close={close} wide="screen">
          <Reader {...place} isDrawn isWhole>
            <Button variant="plain" size="small" onClick={close}>
              Cerrar
            </Button>
          </Reader>
        </Dialog>
      )}
    </>
  )
}

interface ReaderProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly setNumber: (number: number) => void
  readonly zoom: number
  readonly setZoom: (zoom: number) => void
  readonly isDrawn: boolean
  readonly isWhole?: boolean
  readonly children: ReactNode
}

function Reader({ pdf, number, setNumber, zoom, setZoom, isDrawn, isWhole = false, children }: ReaderProps) {
  const { numPages } = pdf
  return (
    <div className={isWhole ? 'pdf pdf-whole' : 'pdf'}>
      <div className="pdf-bar">
        <span role="status">
          Página {number} de {numPages}
        </span>
        <Button variant="plain" size="small" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          Reducir
        </Button>
        <Button variant="plain" size="small" disabled={zoom === zooms.length - 1} onClick={() => setZoom(zoom + 1)}>
          Ampliar
        </Button>
        {children}
      </div>
      {isDrawn ? <Page pdf={pdf} number={number} zoom={zooms[zoom] ?? 1} /> : <div className="pdf-frame" />}
      <div className="pdf-bar">
        <Button variant="secondary" size="small" disabled={number === 1} onClick={() => setNumber(number - 1)}>
          Página anterior
        </Button>
        <Button variant="secondary" size="small" disabled={number === numPages} onClick={() => setNumber(number + 1)}>
          Página siguiente
        </Button>
      </div>
    </div>
  )
}

interface PageProps {
  readonly pdf: PDFDocumentProxy
  readonly number: number
  readonly zoom: number
}

/** Maximum width of a page in CSS pixels, before zooming. */
const WIDEST = 960

/** Canvas pixels per CSS pixel: sharp on high-resolution screens, without more memory than needed. */
const DENSITY = 2

function Page({ pdf, number, zoom }: PageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [text, setText] = useState('')
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    let isLeft = false
    let stop = () => undefined as void
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (isLeft || !frame.current || !canvas.current) return
      const width = Math.min(frame.current.clientWidth, WIDEST) * zoom
      const { width: own } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: (width / own) * DENSITY })
      canvas.current.width = viewport.width
      canvas.current.height = viewport.height
      canvas.current.style.width = `calc(${zoom} * min(100%, ${WIDEST}px))`
      const task = page.render({ canvas: canvas.current, viewport })
      stop = () => task.cancel()
      await task.promise
      const { items } = await page.getTextContent()
      if (isLeft) return
      setBroken(false)
      setText(items.map((item) => ('str' in item ? item.str : '')).join(' '))
    }
    draw().catch(() => isLeft || setBroken(true))
    return () => {
      isLeft = true
      stop()
    }
  }, [pdf, number, zoom])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is larger than its frame is scrolled by keys
    <div className="pdf-frame" ref={frame} tabIndex={0} role="region" aria-label={`Página ${number} del informe`}>
      {isBroken && <p role="alert">Esta página no se puede mostrar. Descarga el informe para verla.</p>}
      <canvas ref={canvas} aria-hidden="true" />
      <p className="visually-hidden">{text}</p>
    </div>
  )
}

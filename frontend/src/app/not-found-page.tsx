import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { DrawingImage } from '../drawings/drawing.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.ts'

export function NotFoundPage() {
  const { pathname } = useLocation()
  useEffect(() => {
    // oxlint-disable-next-line no-console -- RTE-22 asks for the unknown route to be logged
    console.error('404: unknown route', pathname)
  }, [pathname])
  return (
    <div className="screen">
      <PageHead title="Página no encontrada" hidden />
      <DrawingImage name="no-encontrada" />
      <h1 lang="en">Oops! Page not found</h1>
      <p>La página que buscas no existe o ha cambiado de dirección.</p>
      <div className="screen-actions">
        <ButtonLink to="/">Volver al inicio</ButtonLink>
      </div>
    </div>
  )
}

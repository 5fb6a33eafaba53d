import { useState } from 'react'
import { hero, quotes } from '../../content/landing.ts'
import { PageHead } from '../../ui/page-head.tsx'
import beyond from './beyond.svg?no-inline'
import { Expert } from './expert.tsx'
import { Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import { Quote } from './quote.tsx'
import { Symptoms } from './symptoms.tsx'
import { Timeline } from './timeline.tsx'
import unlike from './unlike.svg?no-inline'
import { useSectionSnap } from './use-section-snap.ts'
import './landing-page.css'

const [first, second] = quotes

export function LandingPage() {
  const [sections, setSections] = useState<HTMLElement | null>(null)
  useSectionSnap(sections)
  return (
    <div className="landing" ref={setSections}>
      <PageHead page="/" />
      <Hero {...hero} />
      <Quote {...first} variant="green" drawing={beyond} />
      <Quote {...second} variant="pale" drawing={unlike} />
      <Timeline />
      <Symptoms />
      <Expert />
      <Faq />
    </div>
  )
}

import { useState } from 'react'
import { landingHeroText, landingQuotes } from '../../content/landing.ts'
import { PageHead } from '../../ui/page-head.ts'
import beyond from './beyond.svg?no-inline'
import { LandingExpertSection } from './landing-expert-section.tsx'
import { LandingFaqSection } from './landing-faq-section.tsx'
import { LandingHeroSection } from './landing-hero-section.tsx'
import { LandingQuoteSection } from './landing-quote-section.tsx'
import { LandingSymptomsSection } from './landing-symptoms-section.tsx'
import { LandingProcessSection } from './landing-process-section.tsx'
import unlike from './unlike.svg?no-inline'
import { useSectionScrollSnap } from './use-section-snap.ts'
import './landing-page.css'

const [first, second] = landingQuotes

export function LandingPage() {
  const [sections, setSections] = useState<HTMLElement | null>(null)
  useSectionScrollSnap(sections)
  return (
    <div className="landing" ref={setSections}>
      <PageHead page="/" />
      <LandingHeroSection {...landingHeroText} />
      <LandingQuoteSection {...first} variant="green" drawing={beyond} />
      <LandingQuoteSection {...second} variant="pale" drawing={unlike} />
      <LandingProcessSection />
      <LandingSymptomsSection />
      <LandingExpertSection />
      <LandingFaqSection />
    </div>
  )
}

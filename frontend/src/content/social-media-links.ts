/** Placeholders: the owner of the practice enters the real addresses. */
export const socialMediaLinks = [
  { kind: 'video', name: 'TikTok', url: 'https://www.tiktok.com/@habitat.interior.example' },
  { kind: 'photo', name: 'Instagram', url: 'https://www.instagram.com/habitat.interior.example/' },
  { kind: 'work', name: 'LinkedIn', url: 'https://www.linkedin.com/company/habitat-interior-example/' },
] as const

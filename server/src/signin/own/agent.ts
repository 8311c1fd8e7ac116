import bowser from 'bowser';

/** Product names of what a person signed in with; '' where it says none that is known. */
export interface Agent {
  browser: string;
  system: string;
  kind: '' | 'desktop' | 'mobile' | 'tablet';
}

/** What a `User-Agent` says of itself. */
export function agentOf(userAgent: string): Agent {
  const { browser, os, platform } = bowser.parse(userAgent || ' ');
  const kind = platform.type === 'desktop' || platform.type === 'mobile' || platform.type === 'tablet' ? platform.type : '';
  return { browser: browser.name ?? '', system: os.name ?? '', kind };
}

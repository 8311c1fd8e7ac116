import { Component, type ReactNode } from 'react';

/** What stands there when its piece did not come (no network, a newer version on the server), or broke: one field does not take the window with it. */
export class Instead extends Component<{ of: ReactNode; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.of : this.props.children;
  }
}

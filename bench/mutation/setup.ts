import fc from 'fast-check';

/** A mutant that is found is found: nobody asks for the smallest example. */
fc.configureGlobal({ endOnFailure: true });

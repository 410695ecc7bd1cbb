"""Words by which `kg.extraction.names` tells names of persons from titles and organisations."""

from __future__ import annotations

_PARTICLES = """
van von der den de da do dos das del della delle di du la le el al bin ibn ben ter ten te zu zur zum af av het
dem san santa st. 't y e
"""
_SUFFIXES = """
jr jr. sr sr. ii iii iv phd ph.d. ph.d md m.d. esq.
"""
_ORGANISATION_WORDS = """
university universität université universidad institute institut college school department dept lab labs
laboratory laboratories research google deepmind microsoft meta facebook nvidia openai anthropic apple amazon
ibm baidu tencent alibaba bytedance huawei samsung intel inc inc. corp ltd llc gmbh company team group academy
center centre hospital foundation mit cmu eth epfl inria mila stanford berkeley ai usa uk china
"""
_TITLE_WORDS = """
scientist scientists professor professors researcher researchers engineer engineers director directors officer officers
official officials president presidents founder founders cofounder fellow fellows student students postdoc postdocs
lecturer manager managers economist statistician physicist biologist chemist programmer developer developers
a an and are as at beyond by can does efficient fast for from how in into is it its make matter need not of on
or our over that the their through to toward towards under using via what when why will with without you your
adaptive adversarial agents algorithm algorithms analysis approach attention autoencoders bayesian benchmark
causal computer continual contrastive convolutional data dataset deep diffusion differential distributed
dynamic embeddings equations evaluation experts feature features federated few-shot flow forward framework
gaussian general generative gradient graph graphs image images inference invariant kernel kernels knowledge
language large latent layer layers learned learners learning linear local machine machines masked matching
memory method methods mixture model modeling modelling models multi-agent networks network neural object
objects optimal paper policies policy predictive preference pre-training privacy probabilistic process
processes processing prompting random reasoning reinforcement representations residual robust robustness
sampling scaling search segment self-supervised sequence sequential sparse spatial speech statistical
stochastic structured study supervised survey system systems tasks temporal text theory time training transfer
transformer transformers translation tuning understanding unsupervised video vision visual world zero-shot
introduction overview tutorial workshop conference journal proceedings session keynote poster oral spotlight
abstract summary notes chapter section table figure references related code project page blog website slides
link pdf arxiv award best award-winning highlights topic topics new reading list january february march april
june july august september october november december monday tuesday wednesday thursday friday
"""
_MONTHS = """
january february march april may june july august september october november december
"""
MONTHS = frozenset(_MONTHS.split())
"""Which stand where authors do before a year, and are no author alone."""
PARTICLES = frozenset(_PARTICLES.split())
"""Small words inside family names."""
SUFFIXES = frozenset(_SUFFIXES.split())
"""What may follow a name behind a comma."""
ORGANISATION_WORDS = frozenset(_ORGANISATION_WORDS.split())
"""Words in names of organisations."""
TITLE_WORDS = frozenset(_TITLE_WORDS.split())
"""Words that titles and headings are made of, and no name."""
